// inline.js - shows values of variables at the ends of lines, from the function's beginning to the
// line at which the program has stopped.
const vscode = require('vscode');
const trellis = require('./trellis');

// Comments, strings and characters, in which names are no variables; and names.
const words = /\/\*.*?(\*\/|$)|\/\/.*|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|[A-Za-z_]\w*/g;

// functionBegin: the line after the function before, whose last brace is in the first column.
function functionBegin(document, line) {
	while (line > 0 && !document.lineAt(line - 1).text.startsWith('}'))
		line--;
	return line;
}

function lineValues(line, text) {
	const seen = new Set();
	const values = [];

	for (const { 0: word, index } of text.matchAll(words)) {
		const member = /[.>]\s*$/.test(text.slice(0, index));

		if (!/^[A-Za-z_]/.test(word) || seen.has(word) || member)
			continue;
		const range = new vscode.Range(line, index, line, index + word.length);

		seen.add(word);
		values.push(new vscode.InlineValueVariableLookup(range, word));
	}
	return values;
}

const provider = {
	provideInlineValues(document, viewPort, { stoppedLocation }) {
		const values = [], last = stoppedLocation.end.line;

		if (!trellis.session())
			return values;
		for (let line = functionBegin(document, last); line <= last; line++)
			values.push(...lineValues(line, document.lineAt(line).text));
		return values;
	},
};

exports.register = () => [vscode.languages.registerInlineValuesProvider('c', provider)];
