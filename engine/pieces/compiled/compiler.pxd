# Other compiled modules call the functions here as Python does.
