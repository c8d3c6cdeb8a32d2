goto end
node n3
break interval_area
reverse-continue
list interval_area
list simpson
