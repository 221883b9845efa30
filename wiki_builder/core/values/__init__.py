"""Values that pass between the stages, a module for each thing."""
