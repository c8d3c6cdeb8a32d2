goto end
node n1
break interval_area
reverse-continue
list interval_area
list simpson
