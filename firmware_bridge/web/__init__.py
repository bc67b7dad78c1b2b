"""The table in the browser: what pages are told, who may ask for what, and the server that stands between."""
