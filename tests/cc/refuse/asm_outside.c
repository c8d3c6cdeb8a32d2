asm("name: .word 5");

extern int name;
int *f(void) { return &name; }
