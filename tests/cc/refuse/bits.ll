target datalayout = "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32-n32"
target triple = "xcore"

define void @f(<8 x i1>* %p, <8 x i1> %v) {
  store <8 x i1> %v, <8 x i1>* %p
  ret void
}
