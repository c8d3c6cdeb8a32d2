target datalayout = "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32-n32"
target triple = "xcore"

@a = global i32 0
@x = global i64 ptrtoint (i32* @a to i64)
