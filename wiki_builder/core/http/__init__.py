"""The network: the only code that asks it anything, the model's client and ``notify.mail`` apart."""
