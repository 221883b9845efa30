"""The wiki's folder: where each thing stands, and the only code that writes into it."""
