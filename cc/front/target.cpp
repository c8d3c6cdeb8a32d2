/*
 * target.cpp - the transputer as a target of clang (target.hpp).
 *
 * clang knows no architecture of this name, so it passes arguments in its default way and adds
 * nothing of its own to a module.
 */
#include "target.hpp"

#include <clang/Basic/MacroBuilder.h>

namespace {

class NodeTarget : public clang::TargetInfo {
public:
	explicit NodeTarget(const clang::TargetInfo &like)
		: TransferrableTargetInfo(like), TargetInfo(like)
	{
		/* no function of clang sets both the triple and the options of a target */
		const_cast<llvm::Triple &>(getTriple()) = llvm::Triple("transputer");
	}

	void
	getTargetDefines(const clang::LangOptions &, clang::MacroBuilder &macros) const override
	{
		macros.defineMacro("__T800__");
		macros.defineMacro("__transputer__");
	}

	llvm::ArrayRef<clang::Builtin::Info>
	getTargetBuiltins() const override
	{
		return {};
	}

	BuiltinVaListKind
	getBuiltinVaListKind() const override
	{
		return VoidPtrBuiltinVaList;
	}

	const char *
	getClobbers() const override
	{
		return "";
	}

	/* for the clobber lists of inline assembly, which cc/lower refuses with a reason */
	llvm::ArrayRef<const char *>
	getGCCRegNames() const override
	{
		static const char *const names[] = {"Areg", "Breg", "Creg", "FAreg", "FBreg",
			"FCreg"};

		return names;
	}

	llvm::ArrayRef<GCCRegAlias>
	getGCCRegAliases() const override
	{
		return {};
	}

	bool
	validateAsmConstraint(const char *&, ConstraintInfo &) const override
	{
		return false;
	}

	bool
	hasBitIntType() const override
	{
		return true;
	}

	/* Even the preferred alignment of a type is at most a word. */
	bool
	allowsLargerPreferedTypeAlignment() const override
	{
		return false;
	}
};

}

clang::TargetInfo *
node_target(clang::DiagnosticsEngine &said, const std::shared_ptr<clang::TargetOptions> &options)
{
	llvm::IntrusiveRefCntPtr<clang::TargetInfo> like(
		clang::TargetInfo::CreateTargetInfo(said, options));

	return like ? new NodeTarget(*like) : nullptr;
}
