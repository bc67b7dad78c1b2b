"""The editions that come with the program: `house.toml` is the one to play with where there is no other."""
