-- nvim.lua - what a user of Neovim does with nvim-dap. TRELLIS, RECORDING and SOURCE are in the environment; what the editor
-- shows is written to the file SAID, a line each.
local dap = require('dap')
local source = vim.env.SOURCE
local said = assert(io.open(vim.env.SAID, 'w'))
local stops = 0

local function say(...)
	said:write(table.concat({ ... }, ' ') .. '\n')
end

dap.adapters.trellis = { type = 'executable', command = vim.env.TRELLIS, args = { 'debug', '--dap' } }
dap.configurations.c = { { type = 'trellis', request = 'launch', name = 'sums', recording = vim.env.RECORDING, stopOnEntry = true } }
dap.defaults.trellis.auto_continue_if_many_stopped = false
-- nvim-dap reads the frames of a thread that has stopped, and then moves the cursor
dap.listeners.after.stackTrace.test = function() stops = stops + 1 end
dap.listeners.after.event_stopped.test = function(session, body)
	say('stopped:', body.reason)
	if vim.tbl_isempty(session.threads[body.threadId] or {}) then stops = stops + 1 end
end

-- move: do something that ends in a stop.
local function move(run)
	local before = stops

	run()
	assert(vim.wait(60000, function() return stops > before end, 20), 'no stop')
	vim.wait(200)
end

local function request(command, arguments)
	local answer

	dap.session():request(command, arguments, function(err, body) answer = err and { err = err } or { body = body } end)
	assert(vim.wait(60000, function() return answer end, 20), 'no answer')
	return answer.body or { result = answer.err.message }
end

local function place()
	local frame = dap.session().current_frame

	say('place:', frame and frame.name .. ':' .. frame.line or 'none')
end

local function value(expression)
	say(expression .. ':', request('evaluate', { expression = expression, frameId = dap.session().current_frame.id, context = 'repl' }).result)
end

vim.cmd('edit ' .. source)
vim.api.nvim_win_set_cursor(0, { 43, 0 })
dap.toggle_breakpoint()
move(dap.continue)
place()
move(dap.continue)
place()
value('total')
move(dap.continue)
value('total')
move(dap.step_back)
place()
move(dap.reverse_continue)
place()
value('total')
say('why:', request('evaluate', { expression = 'why total', frameId = dap.session().current_frame.id, context = 'repl' }).result:match('total = %d+'))
say('set:', request('setExpression', { expression = 'total', value = '7', frameId = dap.session().current_frame.id }).value)
value('total')
for _, thread in ipairs(request('threads').threads) do
	assert(vim.startswith(thread.name, '1.'), thread.name)
end
move(function() request('evaluate', { expression = 'process 0.1', context = 'repl' }) end)
move(function() request('evaluate', { expression = 'goto beginning', context = 'repl' }) end)
move(dap.restart)
dap.terminate()
vim.wait(60000, function() return not dap.session() end, 20)
say(dap.session() and 'still there' or 'ended')
said:close()
vim.cmd('qall!')
