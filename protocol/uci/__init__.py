"""The front end that speaks UCI."""
