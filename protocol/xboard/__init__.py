"""The Chess Engine Communication Protocol, which XBoard and WinBoard speak, version 2."""
