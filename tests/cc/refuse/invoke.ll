target datalayout = "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32-n32"
target triple = "xcore"

declare void @g()
declare i32 @personality(...)

define void @f() personality i32 (...)* @personality {
  invoke void @g() to label %good unwind label %bad
good:
  ret void
bad:
  %x = landingpad { i8*, i32 } cleanup
  ret void
}
