"""The shared base of games with stones of one sort only: Gess and Troop Chess."""
