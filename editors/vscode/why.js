// why.js - shows where a value comes from: opens the page of `trellis why` beside the source.
const vscode = require('vscode');
const trellis = require('./trellis');

// asked: the expression of a variable in the view; otherwise the user's, at first what the source
// has at the cursor.
async function asked(context) {
	if (context?.variable && !context.variable.evaluateName)
		throw new Error('No expression denotes this value.');
	if (context?.variable)
		return context.variable.evaluateName;
	const { document, selection } = vscode.window.activeTextEditor || {};
	const word = selection?.isEmpty && document.getWordRangeAtPosition(selection.active);

	return vscode.window.showInputBox({
		title: 'Why is this value so?',
		prompt: 'An object in memory; nothing: why has the node stopped?',
		value: document?.getText(word || selection),
	});
}

async function showWhy(context) {
	const session = trellis.session();
	const expression = await asked(context);

	if (!session || expression === undefined)
		return;
	const title = `why ${expression}`.trim();
	const frameId = vscode.debug.activeStackItem?.frameId;
	const { page } = await vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title },
		() => session.customRequest('trellisWhy', { expression, frameId }));
	const panel = vscode.window.createWebviewPanel('trellis.why', title,
		{ viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
		{ enableScripts: true, enableFindWidget: true });

	panel.webview.html = page;
}

exports.register = () => [trellis.registerCommand('trellis.why', showWhy)];
