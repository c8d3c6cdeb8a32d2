target datalayout = "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32-n32"
target triple = "xcore"

define i32 @f(i32* nest %x) {
  %y = load i32, i32* %x
  ret i32 %y
}
