/* nest.c: Figure 5.2 of Miller and Choi (1988): SubJ calls SubK. Expected: nest.out. */
int g = 1, h = 2, k = 0, r;
int SubK(int n) { k = k + n; return k * g; }
int SubJ(int m) { int t; t = m + h; h = t; t = SubK(t); return t + k; }
int main(void) { r = SubJ(5); return r; }
