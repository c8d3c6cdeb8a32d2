; Arithmetic of i1, which is 0 or 1 in a word whatever it comes from: widened, printed, compared, converted, kept in memory.
; A line for each pair of operands.

target datalayout = "e-m:e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32-n32"
target triple = "xcore"

@one = global i1 true
@kept = global i1 false
@number = private constant [4 x i8] c" %d\00"
@line = private constant [2 x i8] c"\0A\00"

declare i32 @printf(i8*, ...)
declare {i1, i1} @llvm.uadd.with.overflow.i1(i1, i1)
declare i1 @llvm.uadd.sat.i1(i1, i1)
declare i1 @llvm.ctpop.i1(i1)
declare i1 @llvm.smax.i1(i1, i1)
declare i1 @llvm.umax.i1(i1, i1)

define void @show(i1 zeroext %x) noinline optnone {
  %w = zext i1 %x to i32
  call i32 (i8*, ...) @printf(i8* getelementptr ([4 x i8], [4 x i8]* @number, i32 0, i32 0), i32 %w)
  ret void
}

define void @show_word(i32 %w) noinline optnone {
  call i32 (i8*, ...) @printf(i8* getelementptr ([4 x i8], [4 x i8]* @number, i32 0, i32 0), i32 %w)
  ret void
}

define signext i1 @negative(i1 signext %x) noinline optnone {
  %y = xor i1 %x, true
  ret i1 %y
}

define void @pair_of(i1 %a, i1 %b) noinline {
  %sum = add i1 %a, %b
  call void @show(i1 zeroext %sum)
  %sum.word = zext i1 %sum to i32
  call void @show_word(i32 %sum.word)
  %plus = add i1 %a, true
  %plus.word = zext i1 %plus to i32
  call void @show_word(i32 %plus.word)
  %difference = sub i1 %a, %b
  %difference.word = sext i1 %difference to i32
  call void @show_word(i32 %difference.word)
  %product = mul i1 %a, %b
  call void @show(i1 zeroext %product)
  %quotient = udiv i1 %a, true
  call void @show(i1 zeroext %quotient)
  %rest = urem i1 %a, true
  call void @show(i1 zeroext %rest)
  %left = shl i1 %a, false
  call void @show(i1 zeroext %left)
  %right = lshr i1 %b, false
  call void @show(i1 zeroext %right)
  %both = and i1 %a, %b
  call void @show(i1 zeroext %both)
  %any = or i1 %a, %b
  call void @show(i1 zeroext %any)
  %less = icmp slt i1 %a, %b
  call void @show(i1 zeroext %less)
  %below = icmp ult i1 %a, %b
  call void @show(i1 zeroext %below)
  %two = select i1 %sum, i32 20, i32 30
  call void @show_word(i32 %two)
  %wide = zext i1 %sum to i64
  %wider = shl i64 %wide, 33
  %top = lshr i64 %wider, 33
  %top.word = trunc i64 %top to i32
  call void @show_word(i32 %top.word)
  %real = uitofp i1 %sum to double
  %real.word = fptosi double %real to i32
  call void @show_word(i32 %real.word)
  %minus = sitofp i1 %sum to double
  %minus.word = fptosi double %minus to i32
  call void @show_word(i32 %minus.word)
  %from.minus = fptosi double %minus to i1
  call void @show(i1 zeroext %from.minus)
  %from.real = fptoui double %real to i1
  call void @show(i1 zeroext %from.real)
  %checked = call {i1, i1} @llvm.uadd.with.overflow.i1(i1 %a, i1 %b)
  %checked.sum = extractvalue {i1, i1} %checked, 0
  %checked.flag = extractvalue {i1, i1} %checked, 1
  call void @show(i1 zeroext %checked.sum)
  call void @show(i1 zeroext %checked.flag)
  %full = call i1 @llvm.uadd.sat.i1(i1 %a, i1 %b)
  call void @show(i1 zeroext %full)
  %ones = call i1 @llvm.ctpop.i1(i1 %a)
  call void @show(i1 zeroext %ones)
  %smax = call i1 @llvm.smax.i1(i1 %a, i1 %b)
  call void @show(i1 zeroext %smax)
  %umax = call i1 @llvm.umax.i1(i1 %a, i1 %b)
  call void @show(i1 zeroext %umax)
  store i1 %sum, i1* @kept
  %again = load i1, i1* @kept
  call void @show(i1 zeroext %again)
  %known = load i1, i1* @one
  %known.word = zext i1 %known to i32
  call void @show_word(i32 %known.word)
  %not = call signext i1 @negative(i1 signext %a)
  %not.word = zext i1 %not to i32
  call void @show_word(i32 %not.word)
  %v0 = insertelement <2 x i1> undef, i1 %a, i32 0
  %v1 = insertelement <2 x i1> %v0, i1 %b, i32 1
  %v2 = add <2 x i1> %v1, <i1 true, i1 false>
  %v3 = freeze <2 x i1> %v2
  %v.bits = bitcast <2 x i1> %v3 to i2
  %v.word = zext i2 %v.bits to i32
  call void @show_word(i32 %v.word)
  %place = zext i1 %a to i32
  %address = inttoptr i32 %place to i8*
  %low = ptrtoint i8* %address to i1
  %lower = add i1 %low, %b
  call void @show(i1 zeroext %lower)
  %frozen = freeze i1 %difference
  br i1 %frozen, label %yes, label %no
yes:
  call void @show_word(i32 100)
  br label %end
no:
  call void @show_word(i32 200)
  br label %end
end:
  %flow = phi i1 [ %plus, %yes ], [ %sum, %no ]
  %flow.word = zext i1 %flow to i32
  call void @show_word(i32 %flow.word)
  call i32 (i8*, ...) @printf(i8* getelementptr ([2 x i8], [2 x i8]* @line, i32 0, i32 0))
  ret void
}

define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = trunc i32 %i to i1
  %shifted = lshr i32 %i, 1
  %b = trunc i32 %shifted to i1
  call void @pair_of(i1 %a, i1 %b)
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 4
  br i1 %done, label %out, label %loop
out:
  ret i32 0
}
