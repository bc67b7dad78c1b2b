"""The service that joins the rules to the wires."""
