/*
 * unroll.hpp - unrolls loops by the costs of a T800.
 */
#ifndef CC_FRONT_UNROLL_HPP
#define CC_FRONT_UNROLL_HPP

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

/*
 * unroll_loops: unroll inner loops in which the turns take a good part of the time, and simplify
 * their functions. Functions that shall be small, and loops that a pragma keeps, are left.
 *
 * module   optimised by LLVM, for XCore
 * machine  gives LLVM's passes their costs
 * further  unroll more loops, for more code
 */
void unroll_loops(llvm::Module &module, llvm::TargetMachine &machine, bool further);

#endif
