target datalayout = "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32-n32"
target triple = "xcore"

declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)

define float @f(<4 x float> %v) {
  %x = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %v)
  ret float %x
}
