"""Small tools of the command `amalthea`, a module each."""
