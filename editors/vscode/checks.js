// checks.js - shows the mistakes that trellis finds in .vms and .topo files that are opened or
// saved.
const path = require('path');
const vscode = require('vscode');
const trellis = require('./trellis');

const commands = { vms: ['run', '--check'], topo: ['topo', '--json'] };

// "ring.topo:12: link 4 does not exist (a node has links 0 to 3)"; without a number the mistake is
// shown at the first line.
const place = /^(.*?):(\d+): (.*)$/s;

function diagnostic(document, message) {
	const [, , number = '1', text = message] = place.exec(message) || [];
	const line = document.lineAt(Math.min(Math.max(Number(number), 1), document.lineCount) - 1);
	const start = line.range.start.translate(0, line.firstNonWhitespaceCharacterIndex);

	return new vscode.Diagnostic(line.range.with(start), text.trim());
}

exports.register = () => {
	const mistakes = vscode.languages.createDiagnosticCollection('trellis');

	async function check(document) {
		const command = commands[document.languageId];

		if (!command || document.uri.scheme !== 'file')
			return;
		const file = document.fileName;
		const { status, stderr } = await trellis.execute([...command, file],
			path.dirname(file));

		mistakes.set(document.uri, status === 0 ? [] : [diagnostic(document, stderr)]);
	}

	vscode.workspace.textDocuments.forEach(check);
	return [
		mistakes,
		vscode.workspace.onDidOpenTextDocument(check),
		vscode.workspace.onDidSaveTextDocument(check),
		vscode.workspace.onDidCloseTextDocument(document => mistakes.delete(document.uri)),
	];
};
