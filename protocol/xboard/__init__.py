"""The front end that speaks CECP version 2, the protocol of XBoard and WinBoard."""
