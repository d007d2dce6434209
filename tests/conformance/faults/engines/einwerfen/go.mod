module einwerfen

go 1.21
