"""UCI from the client's side: an engine behind pipes, and the lines that both sides share."""
