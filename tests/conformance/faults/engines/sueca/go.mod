module sueca

go 1.21
