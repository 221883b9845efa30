"""What people decide: concepts, terms, proposals, answers; and how it is logged and taken back."""
