__fp16 half;

float
f(void)
{
	return half;
}
