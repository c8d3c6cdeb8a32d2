// dap.js TRELLIS - a run debugged while it is being made, over the protocol, by Microsoft's own client (npm:
// @vscode/debugadapter-testsupport); what it sees is printed, a line each.
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const [trellis] = process.argv.slice(2);
const say = (...words) => console.log(...words);

class Client extends DebugClient {
	// The client starts `runtime executable args`; trellis takes the place of both.
	constructor() { super(trellis, 'debug', 'trellis', undefined, true); }
	start() {
		this.child = require('child_process').spawn(trellis, ['debug', '--dap'], { stdio: ['pipe', 'pipe', 'inherit'] });
		this.connect(this.child.stdout, this.child.stdin);
	}
}

async function stopped(client, move) {
	const event = client.waitForEvent('stopped');
	await move;
	const { body } = await event;
	const { body: { stackFrames } } = await client.stackTraceRequest({ threadId: body.threadId });
	say('stopped:', body.reason, (body.text || '').replace(/pid \d+/g, 'pid P'), stackFrames.length > 0 ? stackFrames[0].name : '');
	return { thread: body.threadId, frame: stackFrames[0].id };
}

async function main() {
	const client = new Client();
	let output = '';
	client.start();
	client.on('output', event => { if (event.body.category === 'stdout') output += event.body.output; });
	await client.initializeRequest();
	const initialized = client.waitForEvent('initialized', 60000);
	await client.launchRequest({ program: 'tests/detrek/debug/sums/sums.vms', options: ['-o', '-'], stopOnEntry: true });
	await initialized;
	await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'sum' }] });
	const entry = client.waitForEvent('stopped');
	await client.configurationDoneRequest();
	await entry;
	let at = await stopped(client, client.continueRequest({ threadId: 0 }));
	say('*l:', (await client.evaluateRequest({ expression: '*l', frameId: at.frame })).body.result);
	at = await stopped(client, client.continueRequest({ threadId: 0 }));
	at = await stopped(client, client.customRequest('reverseContinue', { threadId: at.thread }));
	await client.setFunctionBreakpointsRequest({ breakpoints: [] });
	await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: '{ntasks == 4}@n1 == {node::node.work.phase > 0}@root' }] });
	at = await stopped(client, client.continueRequest({ threadId: 0 }));
	await client.setFunctionBreakpointsRequest({ breakpoints: [] });
	at = await stopped(client, client.continueRequest({ threadId: 0 }));
	const terminated = client.waitForEvent('terminated');
	await client.disconnectRequest();
	await terminated;
	say('output:', output.split('\n').length, 'lines,', output.split('\n')[0]);
	process.exit(0);
}

main().catch(error => { say('failed:', error.message); process.exit(1); });
