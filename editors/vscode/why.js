// why.js - where a value comes from: the page of `trellis why`, beside the source.
const vscode = require('vscode');
const trellis = require('./trellis');

// asked: the expression of a variable of the view, or of the text under the cursor; otherwise the user types one.
async function asked(context) {
	const editor = vscode.window.activeTextEditor;
	const selected = editor && editor.document.getText(editor.selection.isEmpty
		? editor.document.getWordRangeAtPosition(editor.selection.active) || editor.selection : editor.selection);

	if (context?.variable)
		return context.variable.evaluateName;
	return vscode.window.showInputBox({
		title: 'Why is this value so?',
		prompt: 'A variable or another object in memory; nothing: why has the node stopped?',
		value: selected,
	});
}

async function showWhy(context) {
	const session = trellis.session();
	const expression = await asked(context);

	if (!session || expression === undefined)
		return;
	const { page } = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: `Why ${expression}?` },
		() => session.customRequest('trellisWhy', { expression, frameId: vscode.debug.activeStackItem?.frameId }));
	const panel = vscode.window.createWebviewPanel('trellis.why', expression ? `why ${expression}` : 'why',
		{ viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: true, enableFindWidget: true });

	panel.webview.html = page;
}

exports.register = () => [trellis.registerCommand('trellis.why', showWhy)];
