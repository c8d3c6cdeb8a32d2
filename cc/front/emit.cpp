/*
 * emit.cpp - from C to bitcode for the nodes (emit.hpp).
 */
#include "emit.hpp"
#include "unroll.hpp"

#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/FrontendDiagnostic.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/MC/TargetRegistry.h>

using namespace clang;

namespace {

/* the target whose optimisations LLVM applies: no vectors, and costs of a small machine */
const char optimised_as[] = "xcore";
const uint64_t word = 4;

/*
 * expand_argument: replace an instruction va_arg by loads: the list is the address of the next
 * argument, and arguments are whole words, one after another.
 */
void
expand_argument(llvm::VAArgInst &argument, const llvm::DataLayout &layout)
{
	llvm::IRBuilder<> b(&argument);
	llvm::Type *type = argument.getType(), *byte = b.getInt8Ty(), *bytes = b.getInt8PtrTy();
	llvm::Align aligned(word);
	llvm::Value *list = b.CreateBitCast(argument.getPointerOperand(), bytes->getPointerTo());
	llvm::Value *at = b.CreateAlignedLoad(bytes, list, aligned);
	llvm::Value *value = b.CreateBitCast(at, type->getPointerTo());
	llvm::Value *next = b.CreateConstInBoundsGEP1_32(byte, at,
		llvm::alignTo(layout.getTypeAllocSize(type), word));

	b.CreateAlignedStore(next, list, aligned);
	argument.replaceAllUsesWith(b.CreateAlignedLoad(type, value, aligned));
	argument.eraseFromParent();
}

/* expand_arguments: expand all instructions va_arg of a module. */
void
expand_arguments(llvm::Module &module)
{
	for (llvm::Function &function : module)
		for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function)))
			if (auto *argument = llvm::dyn_cast<llvm::VAArgInst>(&i))
				expand_argument(*argument, module.getDataLayout());
}

/* new_machine: LLVM's description of the target for its passes. */
std::unique_ptr<llvm::TargetMachine>
new_machine()
{
	std::string error;
	const llvm::Target *target = llvm::TargetRegistry::lookupTarget(optimised_as, error);

	return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
		optimised_as, "", "", llvm::TargetOptions(), llvm::None));
}

/*
 * WarningHandler - prints LLVM's messages about loops that it could not transform as a pragma asks.
 * They look like warnings of clang.
 */
class WarningHandler : public llvm::DiagnosticHandler {
public:
	explicit WarningHandler(CompilerInstance &compiler) : compiler(compiler) {}

	bool
	handleDiagnostics(const llvm::DiagnosticInfo &info) override
	{
		auto *failure = llvm::dyn_cast<llvm::DiagnosticInfoOptimizationFailure>(&info);

		if (failure)
			compiler.getDiagnostics().Report(place(*failure),
				diag::warn_fe_backend_optimization_failure)
				<< AddFlagValue(failure->getPassName()) << failure->getMsg();
		return failure || info.getSeverity() > llvm::DS_Warning;
	}

private:
	CompilerInstance &compiler;

	/* place: the place that LLVM's message names, or none. */
	SourceLocation
	place(const llvm::DiagnosticInfoWithLocationBase &info)
	{
		StringRef name;
		unsigned line = 0, column = 0;

		if (!info.isLocationAvailable())
			return SourceLocation();
		info.getLocation(name, line, column);
		auto file = compiler.getFileManager().getFile(name);
		if (!file) /* the name is relative to a folder above this one */
			file = compiler.getFileManager().getFile(info.getAbsolutePath());
		return file ? compiler.getSourceManager().translateFileLineCol(*file, line,
				      column ? column : 1)
			    : SourceLocation();
	}
};

/* Optimiser - optimises the module that a generator has made, and writes it. */
class Optimiser : public ASTConsumer {
public:
	Optimiser(CompilerInstance &compiler, CodeGenerator &generator, BackendAction format,
		bool further, std::unique_ptr<llvm::raw_pwrite_stream> out)
		: compiler(compiler), generator(generator), format(format), further(further),
		  out(std::move(out))
	{
	}

	void
	HandleTranslationUnit(ASTContext &) override
	{
		llvm::Module *module = generator.GetModule();

		if (!module) /* clang has reported errors */
			return;
		expand_arguments(*module);
		module->setTargetTriple(optimised_as);
		module->getContext().setDiagnosticHandler(
			std::make_unique<WarningHandler>(compiler));
		EmitBackendOutput(compiler.getDiagnostics(), compiler.getHeaderSearchOpts(),
			compiler.getCodeGenOpts(), compiler.getTargetOpts(), compiler.getLangOpts(),
			compiler.getTarget().getDataLayoutString(), module, Backend_EmitNothing,
			nullptr);
		unroll(*module);
		write(*module);
	}

private:
	CompilerInstance &compiler;
	CodeGenerator &generator;
	BackendAction format;
	bool further;
	std::unique_ptr<llvm::raw_pwrite_stream> out;

	/* unroll: unroll loops, unless an option forbids it. */
	void
	unroll(llvm::Module &module)
	{
		const CodeGenOptions &options = compiler.getCodeGenOpts();

		if (options.UnrollLoops && !options.DisableLLVMPasses)
			unroll_loops(module, *new_machine(), further || options.OptimizationLevel > 2);
	}

	/* write: write the module in the format asked for. */
	void
	write(const llvm::Module &module)
	{
		if (format == Backend_EmitLL)
			module.print(*out, nullptr);
		else
			llvm::WriteBitcodeToFile(module, *out);
	}
};

}

std::unique_ptr<ASTConsumer>
NodeAction::CreateASTConsumer(CompilerInstance &compiler, StringRef file)
{
	bool text = format == Backend_EmitLL;
	auto out = compiler.createDefaultOutputFile(!text, file, text ? "ll" : "bc");
	std::vector<std::unique_ptr<ASTConsumer>> consumers;
	CodeGenerator *generator;

	if (!out)
		return nullptr;
	generator = CreateLLVMCodeGen(compiler.getDiagnostics(), file, compiler.getHeaderSearchOpts(),
		compiler.getPreprocessorOpts(), compiler.getCodeGenOpts(), context);
	consumers.emplace_back(generator);
	consumers.push_back(
		std::make_unique<Optimiser>(compiler, *generator, format, further, std::move(out)));
	return std::make_unique<MultiplexConsumer>(std::move(consumers));
}
