/* flow41.c: a program with the structure of Figure 4.1 of Miller and Choi (1988): a call whose
 * third actual is an expression, a conditional, and a last statement that uses the variable of
 * both branches. Expected: flow41.out. */
int a, b, d, sq;
int SubD(int x, int y, int z) { return x * y - z; }
int Root(int n) { int r; r = 0; while ((r + 1) * (r + 1) <= n) r = r + 1; return r; }
int main(void)
{
    a = 3;                          /* s1 */
    b = 4;                          /* s2 */
    d = SubD(a, b, a + b);          /* s3 */
    if (d > 0)                      /* s4 */
        sq = Root(d);               /* s5 */
    else
        sq = Root(-d);              /* s6 */
    a = a + sq;                     /* s7 */
    return a;                       /* s8 */
}
