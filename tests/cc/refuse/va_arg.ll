target datalayout = "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32-n32"
target triple = "xcore"

define i32 @f(i8** %list) {
  %x = va_arg i8** %list, i32
  ret i32 %x
}
