# Nothing here is for other compiled modules: they call the functions as Python does.
