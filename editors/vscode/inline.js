// inline.js - the values of variables at the ends of the lines that the stopped function has executed.
const vscode = require('vscode');
const trellis = require('./trellis');

// Comments, strings and characters, in which names are no variables; and names.
const words = /\/\*.*?(\*\/|$)|\/\/.*|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|[A-Za-z_]\w*/g;

// functionBegin: the line after the end of the function before, whose brace is in the first column.
function functionBegin(document, line) {
	while (line > 0 && !document.lineAt(line - 1).text.startsWith('}'))
		line--;
	return line;
}

function lineValues(line, text) {
	const seen = new Set();
	const values = [];

	for (const { 0: word, index } of text.matchAll(words)) {
		if (!/^[A-Za-z_]/.test(word) || seen.has(word) || /[.>]\s*$/.test(text.slice(0, index)))
			continue;
		seen.add(word);
		values.push(new vscode.InlineValueVariableLookup(new vscode.Range(line, index, line, index + word.length), word));
	}
	return values;
}

const provider = {
	provideInlineValues(document, viewPort, { stoppedLocation }) {
		const values = [];

		if (!trellis.session())
			return values;
		for (let line = functionBegin(document, stoppedLocation.end.line); line <= stoppedLocation.end.line; line++)
			values.push(...lineValues(line, document.lineAt(line).text));
		return values;
	},
};

exports.register = () => [vscode.languages.registerInlineValuesProvider('c', provider)];
