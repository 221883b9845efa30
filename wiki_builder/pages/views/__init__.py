"""What each kind of page says, from the library: values for its template."""
