goto end
node n7
list lines.c:55
