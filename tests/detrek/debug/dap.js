// dap.js TRELLIS SNAPSHOT PROGRAM... - the debug adapter driven by Microsoft's own client (npm: @vscode/debugadapter-testsupport);
// what it sees is printed, a line each.
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const path = require('path');
const [trellis, snapshot, ...programs] = process.argv.slice(2);
const source = path.resolve('tests/detrek/debug/sums/compute.c');
const say = (...words) => console.log(...words);

class Client extends DebugClient {
	// The client starts `runtime executable args`; trellis takes the place of both.
	constructor() { super(trellis, 'debug', 'trellis', undefined, true); this._args = ['debug', '--dap']; }
	start() {
		const child = require('child_process').spawn(trellis, this._args, { stdio: ['pipe', 'pipe', 'inherit'] });
		this.child = child;
		this.connect(child.stdout, child.stdin);
	}
}

async function stopped(client, move) {
	const event = client.waitForEvent('stopped');
	await move;
	const { body } = await event;
	const { body: { stackFrames: [top] } } = await client.stackTraceRequest({ threadId: body.threadId });
	say('stopped:', body.reason, `${top.name}:${top.line}`);
	return { thread: body.threadId, frame: top.id, top };
}

async function main() {
	const client = new Client();
	client.start();
	const { body: can } = await client.initializeRequest();
	say('steps back:', can.supportsStepBack);
	const initialized = client.waitForEvent('initialized');
	await client.launchRequest({ snapshot, programs, stopOnEntry: true });
	await initialized;
	const set = await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: 42, condition: 'ntasks == 2' }] });
	say('breakpoint:', set.body.breakpoints.map(b => `${b.verified} ${b.line}`).join());
	const functions = await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'sum' }, { name: 'gone' }] });
	say('functions:', functions.body.breakpoints.map(b => b.verified).join());
	const entry = client.waitForEvent('stopped');
	await client.configurationDoneRequest();
	say('entry:', (await entry).body.reason);

	let at = await stopped(client, client.continueRequest({ threadId: 0 }));
	const threads = (await client.threadsRequest()).body.threads;
	say('thread:', threads.find(t => t.id === at.thread).name);
	const scopes = (await client.scopesRequest({ frameId: at.frame })).body.scopes;
	for (const scope of scopes.slice(0, 3)) {
		const { body } = await client.variablesRequest({ variablesReference: scope.variablesReference });
		say(scope.name + ':', body.variables.map(v => v.name).join());
	}
	const list = (await client.evaluateRequest({ expression: '*l', frameId: at.frame })).body;
	say('*l:', list.result);
	const members = (await client.variablesRequest({ variablesReference: list.variablesReference })).body.variables;
	say('members:', members.map(v => `${v.name}=${v.value}`).join(' '));
	const kind = (await client.customRequest('setVariable', { variablesReference: list.variablesReference, name: 'n', value: '1 + 1' })).body;
	say('set n:', kind.value, (await client.evaluateRequest({ expression: '*l', frameId: at.frame })).body.result);
	const value = (await client.evaluateRequest({ expression: 'l->value', frameId: at.frame })).body;
	await client.customRequest('setVariable', { variablesReference: value.variablesReference, name: '[1]', value: '-7' });
	await client.customRequest('setExpression', { expression: 'l->value[0]', value: '3 * 4', frameId: at.frame });
	say('set value:', (await client.evaluateRequest({ expression: '*l', frameId: at.frame })).body.result);
	await client.customRequest('setVariable', { variablesReference: value.variablesReference, name: '[9]', value: '1' })
		.catch(e => say('error:', e.message));
	say('branches:', (await client.evaluateRequest({ expression: 'branches', context: 'repl' })).body.result.split('\tleaves')[0]);
	say('back:', (await client.evaluateRequest({ expression: 'branch run', context: 'repl' })).body.result.split('\n')[0]);
	say('*l:', (await client.evaluateRequest({ expression: '*l', frameId: at.frame })).body.result);
	await client.evaluateRequest({ expression: 'gone', frameId: at.frame }).catch(e => say('error:', e.message));

	await client.setFunctionBreakpointsRequest({ breakpoints: [] });
	at = await stopped(client, client.continueRequest({ threadId: at.thread }));
	const info = (await client.customRequest('dataBreakpointInfo', { name: 'kept.limit', frameId: at.frame })).body;
	await client.customRequest('setDataBreakpoints', { breakpoints: [{ dataId: info.dataId, accessType: 'write' }] });
	at = await stopped(client, client.continueRequest({ threadId: at.thread }));
	say('limit:', (await client.evaluateRequest({ expression: 'kept.limit', frameId: at.frame })).body.result);
	at = await stopped(client, client.customRequest('reverseContinue', { threadId: at.thread }));
	say('limit:', (await client.evaluateRequest({ expression: 'kept.limit', frameId: at.frame })).body.result);
	await client.customRequest('setDataBreakpoints', { breakpoints: [] });
	await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [] });
	at = await stopped(client, client.stepBackRequest({ threadId: at.thread }));
	at = await stopped(client, client.nextRequest({ threadId: at.thread }));
	at = await stopped(client, client.stepInRequest({ threadId: at.thread, granularity: 'instruction' }));
	const code = (await client.customRequest('disassemble', { memoryReference: at.top.instructionPointerReference, instructionCount: 2 })).body;
	say('instructions:', code.instructions.length);
	const bytes = (await client.customRequest('readMemory', { memoryReference: at.top.instructionPointerReference, count: 6 })).body;
	say('memory:', Buffer.from(bytes.data, 'base64').length, 'bytes');
	const { body: { targets } } = await client.customRequest('gotoTargets', { source: { path: source }, line: 37 });
	at = await stopped(client, client.customRequest('goto', { threadId: at.thread, targetId: targets[1].id }));
	await client.setExceptionBreakpointsRequest({ filters: ['deadlock'] });
	const span = await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: '{ntasks == 4}@slave == {kept.limit < 1000}@slave' },
		{ name: '{ntasks > 0}@n1 -> {ntasks > 0}@n1' }, { name: '{ntasks == 4}@slave' }] });
	say('events:', span.body.breakpoints.map(b => `${b.verified} ${b.message || ''}`).join());
	at = await stopped(client, client.continueRequest({ threadId: at.thread }));
	say('ntasks:', (await client.evaluateRequest({ expression: 'ntasks', frameId: at.frame })).body.result);
	await client.setFunctionBreakpointsRequest({ breakpoints: [] });
	say('typed:', (await client.evaluateRequest({ expression: 'break-event {ntasks == 3}@n1', context: 'repl' })).body.result);
	at = await stopped(client, client.customRequest('reverseContinue', { threadId: at.thread }));
	say('deleted:', (await client.evaluateRequest({ expression: 'delete', context: 'repl' })).body.result);
	const end = client.waitForEvent('stopped');
	await client.continueRequest({ threadId: at.thread });
	const { body } = await end;
	say('end:', body.reason, body.text);
	const restarted = client.waitForEvent('stopped');
	await client.customRequest('restart', {});
	say('restarted:', (await restarted).body.reason);
	await client.disconnectRequest();
	say('ended');
	process.exit(0);
}

main().catch(error => { say('failed:', error.message); process.exit(1); });
