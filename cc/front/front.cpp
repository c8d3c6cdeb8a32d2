/*
 * front.cpp - trellis-clang: clang with a transputer as its target. The options are those of clang.
 *
 * XCore is the target of clang that is most like a transputer. But for XCore, clang describes the
 * types of all functions and variables in each module, which takes exponential time for structures
 * that point to each other. So C is compiled for a target of our own (target.hpp). LLVM's own code,
 * which has no types to describe, is read as clang reads it.
 */
#include "emit.hpp"
#include "target.hpp"

#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Tool.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/FrontendTool/Utils.h>
#include <llvm-c/Target.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

using namespace clang;

/* how clang's messages begin that name no place in the source */
static const char prefix[] = "trellis";

/*
 * action_of: the action that the invocation asks for; our own action if it makes code. further:
 * unroll more loops than the optimisation level says.
 */
static std::unique_ptr<FrontendAction>
action_of(CompilerInstance &compiler, bool further)
{
	switch (compiler.getFrontendOpts().ProgramAction) {
	case frontend::EmitBC:
		return std::make_unique<NodeAction>(Backend_EmitBC, further);
	case frontend::EmitLLVM:
		return std::make_unique<NodeAction>(Backend_EmitLL, further);
	default:
		return CreateFrontendAction(compiler);
	}
}

/* is_code: true if the file has LLVM's code, not C. */
static bool
is_code(const CompilerInstance &compiler)
{
	return compiler.getFrontendOpts().DashX.getLanguage() == Language::LLVM_IR;
}

/* set_options: pass the options of -mllvm to LLVM. */
static void
set_options(const CompilerInstance &compiler)
{
	std::vector<const char *> options = {prefix};

	for (const std::string &option : compiler.getFrontendOpts().LLVMArgs)
		options.push_back(option.c_str());
	llvm::cl::ParseCommandLineOptions(options.size(), options.data());
}

/* compile_c: do what the invocation asks for with files of C; true if it went well. */
static bool
compile_c(CompilerInstance &compiler, bool further)
{
	std::unique_ptr<FrontendAction> action = action_of(compiler, further);

	compiler.setTarget(
		node_target(compiler.getDiagnostics(), compiler.getInvocation().TargetOpts));
	if (!compiler.hasTarget())
		return false;
	compiler.getTarget().adjust(compiler.getDiagnostics(), compiler.getLangOpts());
	for (const FrontendInputFile &file : compiler.getFrontendOpts().Inputs)
		if (action->BeginSourceFile(compiler, file)) {
			llvm::consumeError(action->Execute());
			action->EndSourceFile();
		}
	return !compiler.getDiagnostics().hasErrorOccurred();
}

/* asks_to_unroll: true if the command has -funroll-loops, which clang treats as a part of -O2. */
static bool
asks_to_unroll(const driver::Command &command)
{
	return llvm::any_of(command.getArguments(),
		[](StringRef word) { return word == "-funroll-loops"; });
}

/* print_counts: say how many warnings and errors there were, as clang does. */
static void
print_counts(const DiagnosticsEngine &said)
{
	unsigned warnings = said.getClient()->getNumWarnings();
	unsigned errors = said.getClient()->getNumErrors();

	if (warnings)
		llvm::errs() << warnings << " warning" << (warnings == 1 ? "" : "s");
	if (warnings && errors)
		llvm::errs() << " and ";
	if (errors)
		llvm::errs() << errors << " error" << (errors == 1 ? "" : "s");
	if (warnings || errors)
		llvm::errs() << " generated.\n";
}

/* compile: carry out a command of the driver; true if it went well. */
static bool
compile(const driver::Command &command, DiagnosticsEngine &driver)
{
	CompilerInstance compiler;
	bool good = CompilerInvocation::CreateFromArgs(compiler.getInvocation(),
		command.getArguments(), driver, prefix);

	compiler.createDiagnostics();
	if (!good || !compiler.hasDiagnostics())
		return false;
	if (is_code(compiler))
		return ExecuteCompilerInvocation(&compiler);
	set_options(compiler);
	good = compile_c(compiler, asks_to_unroll(command));
	compiler.getDiagnostics().getClient()->finish();
	if (compiler.getDiagnosticOpts().ShowCarets)
		print_counts(compiler.getDiagnostics());
	return good;
}

int
main(int argc, const char **argv)
{
	llvm::ArrayRef<const char *> arguments(argv, argc);
	IntrusiveRefCntPtr<DiagnosticOptions> options = CreateAndPopulateDiagOpts(arguments);
	DiagnosticsEngine said(new DiagnosticIDs, options,
		new TextDiagnosticPrinter(llvm::errs(), &*options));
	driver::Driver driver(argv[0], "xcore", said);

	LLVMInitializeXCoreTargetInfo();
	LLVMInitializeXCoreTarget();
	LLVMInitializeXCoreTargetMC();
	std::unique_ptr<driver::Compilation> work(driver.BuildCompilation(arguments));
	if (!work || said.hasErrorOccurred())
		return 1;
	for (const driver::Command &command : work->getJobs())
		if (!compile(command, said))
			return 1;
	return 0;
}
