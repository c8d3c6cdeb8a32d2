/*
 * emit.hpp - from C to bitcode for the nodes.
 */
#ifndef CC_FRONT_EMIT_HPP
#define CC_FRONT_EMIT_HPP

#include <clang/CodeGen/BackendUtil.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

/*
 * NodeAction - an action of clang: compiles a file of C for the target of target.hpp, lets LLVM
 * optimise the module as one for XCore, unrolls loops, and writes it.
 */
class NodeAction : public clang::ASTFrontendAction {
public:
	/*
	 * format   Backend_EmitBC for bitcode, Backend_EmitLL for its text
	 * further  unroll more loops than the level of optimisation does
	 */
	NodeAction(clang::BackendAction format, bool further) : format(format), further(further) {}

protected:
	std::unique_ptr<clang::ASTConsumer>
	CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef file) override;

private:
	clang::BackendAction format;
	bool further;
	llvm::LLVMContext context;
};

#endif
