"""The web application: `amalthea play`, a local server and its page for a browser."""
