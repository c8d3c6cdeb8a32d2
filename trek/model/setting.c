/* setting.c - what an application may ask of its setting, as `trellis cc --graph` sees it. */
#include <kernel.h>
#include <trek.h>

uint32_t
split_degree(void)
{
	return TREK_DEGREE;
}

uint32_t
stage_number(void)
{
	return TREK_STAGES > 1 && getnodeid() > 0 ? getnodeid() : 1;
}

uint32_t
stage_count(void)
{
	return TREK_STAGES;
}
