/* optimise.c - LLVM's passes on a module that was compiled without them. */
#include "log_parts.h"

#include <llvm-c/Error.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* new_machine: LLVM's description of the target for its passes; the caller disposes of it. */
static LLVMTargetMachineRef
new_machine(void)
{
	LLVMTargetRef target;
	char *error = NULL;

	LLVMInitializeXCoreTargetInfo();
	LLVMInitializeXCoreTarget();
	LLVMInitializeXCoreTargetMC();
	if (LLVMGetTargetFromTriple("xcore", &target, &error))
		fatal("LLVM lacks the target xcore: %s", error);
	return LLVMCreateTargetMachine(target, "xcore", "", "", LLVMCodeGenLevelDefault,
		LLVMRelocDefault, LLVMCodeModelDefault);
}

void
log_run_passes(LLVMModuleRef program, const char *passes)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMTargetMachineRef m = new_machine();
	LLVMErrorRef error;

	LLVMPassBuilderOptionsSetLoopVectorization(options, false);
	LLVMPassBuilderOptionsSetSLPVectorization(options, false);
	error = LLVMRunPasses(program, passes, m, options);
	if (error)
		fatal("LLVM's passes: %s", LLVMGetErrorMessage(error));
	LLVMDisposeTargetMachine(m);
	LLVMDisposePassBuilderOptions(options);
}

void
log_optimise(LLVMModuleRef program, char level)
{
	char passes[] = "default<O0>";

	passes[9] = level;
	log_run_passes(program, passes);
}
