"""The native core: the only place that knows it, what it is told, and the files of tables that it looks up."""
