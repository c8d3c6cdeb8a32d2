target datalayout = "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32-n32"
target triple = "xcore"

declare i32 @llvm.read_register.i32(metadata)

define i32 @f() {
  %x = call i32 @llvm.read_register.i32(metadata !0)
  ret i32 %x
}

!0 = !{!"sp"}
