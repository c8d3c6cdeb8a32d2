; Constant expressions of addresses: comparisons of globals, widened, narrowed, added up. None is folded by the front end, since
; addresses are known to the linker only; passes of the optimiser make them of instructions again.

target datalayout = "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32-n32"
target triple = "xcore"

@small = global i16 0, align 2
@array = global [5 x i32] zeroinitializer, align 4
@other = global i32 5, align 4
@format = private constant [10 x i8] c"%d %d %d\0A\00"

declare i32 @printf(i8*, ...)

define i32 @main() {
entry:
  ; (int)((long long)((&array[2] != &small) > 0) + 337829666) - 1267569649)
  %x = xor i32 0, trunc (i64 add (i64 zext (i32 add (i32 zext (i1 icmp sgt (i32 zext (i1 icmp ne (i16* bitcast (i32* getelementptr inbounds ([5 x i32], [5 x i32]* @array, i32 0, i32 2) to i16*), i16* @small) to i32), i32 0) to i32), i32 337829666) to i64), i64 -1267569649) to i32)
  ; ~(unsigned char)((&array[0] != &other) * 126) as a short
  %y = sext i16 trunc (i32 xor (i32 zext (i8 trunc (i32 mul (i32 zext (i1 icmp ne (i32* getelementptr inbounds ([5 x i32], [5 x i32]* @array, i32 0, i32 0), i32* @other) to i32), i32 126) to i8) to i32), i32 -1) to i16) to i32
  ; the distance of two elements, by 64-bit integers
  %z = xor i32 0, trunc (i64 sub (i64 ptrtoint (i32* getelementptr inbounds ([5 x i32], [5 x i32]* @array, i32 0, i32 3) to i64), i64 ptrtoint (i32* getelementptr inbounds ([5 x i32], [5 x i32]* @array, i32 0, i32 1) to i64)) to i32)
  call i32 (i8*, ...) @printf(i8* getelementptr ([10 x i8], [10 x i8]* @format, i32 0, i32 0), i32 %x, i32 %y, i32 %z)
  ret i32 0
}
